// html-to-text 10 ships no types; this is the part in use.
declare module 'html-to-text' {
  export type Selector = { selector: string; format?: string; options?: Readonly<Record<string, unknown>> }
  export type Options = {
    wordwrap?: number | false | null
    selectors?: readonly Selector[]
    formatters?: Readonly<Record<string, Formatter>>
    limits?: { maxInputLength?: number; maxDepth?: number }
  }
  export type Element = { readonly name: string; readonly children: readonly unknown[] }
  export type BlockTextBuilder = {
    openBlock(options?: { leadingLineBreaks?: number }): void
    closeBlock(options?: { trailingLineBreaks?: number }): void
    addInline(text: string): void
  }
  export type Formatter = (
    element: Element,
    walk: (children: readonly unknown[], builder: BlockTextBuilder) => void,
    builder: BlockTextBuilder,
    formatOptions: Readonly<Record<string, unknown>>,
  ) => void
  export function convert(html: string, options?: Options): string
}
