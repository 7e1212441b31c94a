// Words that deny by themselves: "cannot connect" and "connection refused" agree.

const clauseEnd = /[,;:，、()。!?]/
/** How far before a word a denial still belongs to it. */
const reach = 16
const denial =
  /\b(?:fail\w*|error\w*|refus\w*|reject\w*|den(?:y|ied|ies)|miss\w*|absent|absence|lack\w*|invalid|disabled?|prevent\w*|avoid\w*|stop\w*|unavailable|un\w{4,}|impossible|rather than|instead|little|few|hardly|barely|rarely|only|less|\w{3,}less)\b|失败|失效|缺失|缺少|拒绝|异常|错误|避免|防止|停止|不足|仅|很少|难以/gi

/** The denying words of a folded text, in order. */
export function denialsIn(text: string): readonly string[] {
  return text.match(denial) ?? []
}

/** What a denial of the word at `at` may stand in: a little before it, and its clause behind it. */
export function surroundings(text: string, at: number): string {
  const behind = text.slice(at)
  return text.slice(Math.max(0, at - reach), at) + behind.slice(0, clauseEnd.exec(behind)?.index ?? behind.length)
}
