const somethingVisible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/u

/** Whether a reader would see nothing in `text`: only white space, controls and invisible characters, or nothing at all. */
export function isBlank(text: string): boolean {
  return !somethingVisible.test(text)
}
