// Words that carry no content of their own: a statement may add or drop them freely.

const english = `
a an the this that these those there here it its itself they them their theirs he him his she her hers we us our ours you your
yours i me my mine one ones who whom whose which what when where why how while if then else than so such as at by for from in
into of off on onto out over to up upon with within about above across against along among around behind below
between beyond during near per since through throughout toward towards under until via and or but nor yet both either neither
also too very just only even still again ever more most much many some any each every all other others another same own
is am are was were be been being do does did doing done have has had having can could will would shall should may might must
ought need not no never none cannot without s t d ll m re ve don doesn didn isn aren wasn weren won wouldn can't couldn
shouldn hasn haven hadn ain let lets please eg ie etc however therefore thus hence because although though whether according
`
const chinese = `
的 了 着 过 地 得 之 和 与 及 或 或者 以及 而 而且 并 并且 但 但是 也 都 就 还 又 再 则 即 如 如果 若 当 时 后 前 中 上 下 里 内 外 从 自 由 向 往 到 在 于
对 对于 关于 把 被 将 让 使 给 为 为了 以 用 按 按照 根据 通过 因 因为 由于 所以 因此 是 为 有 这 那 这个 那个 这些 那些 其 其中 它 它们 他 她 他们 她们 我 我们 你
您 你们 个 些 种 等 等等 不 没 没有 无 未 非 别 勿 很 更 最 太 可 可以 能 能够 会 应 应该 需 需要 要 必须 请 该 此 每 各 某 已 已经 正 正在 曾 曾经 才 只 仅 只有 吗 呢
吧 啊 所 来 去 说 称 表示 一个 一种 一些 以下 以上 时候 情况 进行
`

export const stopWords: ReadonlySet<string> = new Set(`${english} ${chinese}`.trim().split(/\s+/))
