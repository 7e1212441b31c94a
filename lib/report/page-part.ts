/** What a page can do without, in the order in which it is left out when the page is over its limit. */
export const pageParts = ['audits', 'messages', 'drafts', 'excerpts', 'views', 'uncited', 'citations'] as const
export type PagePart = (typeof pageParts)[number]
