/** What every function costs at least. */
export const handler = async () => null
