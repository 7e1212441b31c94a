const somethingVisible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u

/** Whether a reader would see nothing in `text`: white space, the braille blank, controls, invisible characters, or nothing. */
export function isBlank(text: string): boolean {
  return !somethingVisible.test(text)
}
