/** What runs a diagnosis from its first turn to its report, once a run. */
export type Workflow = {
  /**
   * Starts the workflow of a run that is open; starting it again changes nothing.
   * @throws Fault `E_INTERNAL` when it cannot be started
   */
  start(run: { readonly runId: string; readonly owner: string; readonly deadline: number }): Promise<void>
}
