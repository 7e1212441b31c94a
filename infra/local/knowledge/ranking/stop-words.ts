// Words that say nothing about what a text is about. Dropped from documents and queries alike.

const english = `
a about above across after again against ago all almost alone along already also although always am among an and another any
anybody anyone anything are aren around as at away back be because been before being below best between both but by came
can cannot could couldn d did didn do does doesn doing don done during each either else ever every everyone everything few
for from further get gets getting give go goes going gone good got had has hasn have haven having he help hello hence her here
hers hi him his how however i if in instead into is isn it its itself just keep kind know least less let ll look made make makes
many may me might mine more most much must my myself near need needs never no nor not nothing now of off often ok on once one
only onto or other others our ours out over own perhaps please put quite rather re really s same say see seem seems several she
should shouldn so some somebody someone something soon still such sure t take tell than thank thanks that the their theirs them
themselves then there these they thing things this those though through thus to together too toward towards two under until up
upon us use used using ve very via want wants was wasn way we well went were weren what whatever when where whether which while
who whom whose why will with within without won would wouldn yes yet you your yours yourself
`

const chinese = `
的 了 是 在 和 与 及 或 也 都 就 还 又 而 但 但是 不过 如果 因为 所以 由于 因此 于是 而且 并且 以及 或者 还是 虽然 然而 即使 只要 只有 除非
我 你 您 他 她 它 我们 你们 他们 它们 自己 大家 这 那 这个 那个 这些 那些 这里 那里 这样 那样 此 该 各 每 某 其 其他 其它 之 之后 之前 以后 以前
什么 怎么 怎样 怎么样 怎么办 如何 为什么 为何 哪 哪个 哪些 哪里 哪儿 谁 几 多少 多久 多 吗 呢 吧 啊 呀 么 嘛 哦 请 请问 谢谢 你好 麻烦 帮 帮我 帮忙 告诉
有 没有 没 不 无 非 很 太 最 更 较 比较 非常 十分 已 已经 正在 曾 曾经 将 将要 会 能 能够 可 可以 可能 应 应该 应当 需 需要 要 想 想要 必须 得
把 被 让 使 给 对 对于 关于 从 到 往 向 由 用 以 为 为了 于 按 按照 根据 通过 随着 当 当时 时 时候 上 下 中 里 内 外 前 后 间 之间 等 等等
快 快要 即将 完了 用完 总是 老是 突然 发生 存在 怎麼 什麼 一 一个 一些 一下 一种 一直 个 种 次 些 点 下来 起来 出来 出现 进行 办 做 弄 搞 说 看 看看 来 去 过 着 地 才 再 只 仅 便 则 即 若 所 如 像 比 跟 同
`

/** Words by which people ask for help with anything: they are indexed, but a question is hardly about them. */
const asking = `
debug debugging troubleshoot troubleshooting diagnose diagnosing investigate investigating fix fixing fixed resolve resolving solve
solving handle handling check checking find finding cause causes causing reason reasons problem problems issue issues step steps
way ways
排查 处理 解决 修复 定位 分析 检查 诊断 查找 原因 问题 办法 方法 方式 方案 步骤 情况 现象 导致 引起 造成
`

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''))

export const stopWords = wordsIn(`${english} ${chinese}`)
export const askingWords = wordsIn(asking)
