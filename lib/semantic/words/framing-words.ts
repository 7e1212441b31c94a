/** Orders that only look and change nothing: no harm comes of a word for looking that the evidence does not use. */
const looking =
  /^(?:check|inspect|look|verify|review|monitor|examine|watch|confirm|compare|find|read|see|investigate|note|list|检查|查看|确认|观察|核对|排查|查询|监控|对比|查)$/i

/** Words by which a statement speaks of its own standing, and not of the system. */
const standing =
  /^(?:root|causes?|caused|causing|reasons?|problems?|issues?|likely|probabl[ey]|possibl[ey]|perhaps|evidence|runbooks?|documents?|shows?|shown|indicates?|suggests?|means?|says?|said|原因|根因|根本|问题|说明|表明|显示|指出|可能是?|疑似|导致|引起|造成|证据|文档|手册|存在|发生|出现)$/i

export function isLooking(word: string): boolean {
  return looking.test(word)
}

/** Whether the evidence need not have the word: a person who looks and concludes brings it along. */
export function isFraming(word: string): boolean {
  return standing.test(word) || isLooking(word)
}
