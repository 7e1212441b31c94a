/** The number of a lookup in its run, from its minted id (`c2-7f3a`: 2); 0 for what is no such id. */
export const callNumber = (toolCallId: string): number => Number(/^c(\d+)-/.exec(toolCallId)?.[1] ?? 0)
