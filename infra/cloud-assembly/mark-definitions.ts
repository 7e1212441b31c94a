/**
 * A top-level `const` whose value is a call (`z.object(...)`, `once(...)`), to the end of its statement: in formatted code all
 * lines that belong to it are indented, or begin with a closing bracket.
 */
const definition =
  /^((?:export )?const \w+(?:: [^\n=]+)? = )((?!await\b)[A-Za-z]\w*(?:\.\w+)*(?:\(|(?=\n))[^\n]*(?:\n(?:[ \t)\]}][^\n]*|(?=\n+[ \t)\]}])))*)/gm

/**
 * Marks what a source of ours defines by a call as free of effects, so that a bundler leaves out what nobody uses of it: the schemas
 * of a file that a function needs one of. Lines stay where they are, for the source map.
 */
export function markDefinitions(code: string): string {
  return code.replace(definition, (statement, head: string, value: string) =>
    // Behind a comment at its end nothing could be closed.
    /\/\/ [^\n]*$/.test(value) ? statement : `${head}/* @__PURE__ */ (() => ${value})()`,
  )
}
