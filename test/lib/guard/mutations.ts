// Every way in which each rule can be broken, with exactly what must then be reported.
import { callMutations } from './call-mutations.ts'
import { contentMutations } from './content-mutations.ts'
import type { Mutation } from './mutation.ts'
import { recordMutations } from './record-mutations.ts'
import { structureMutations } from './structure-mutations.ts'

export const mutations: readonly Mutation[] = [
  ...structureMutations,
  ...callMutations,
  ...recordMutations,
  ...contentMutations,
]
