// The rules of layer 1, in the order in which they decide: what contradicts before what is only missing, OVERSTATED last.
import type { Rule } from './rule.ts'
import { commands } from './rules/commands.ts'
import { coverage } from './rules/coverage.ts'
import { figures } from './rules/figures.ts'
import { identifiers } from './rules/identifiers.ts'
import { names } from './rules/names.ts'
import { opposites } from './rules/opposites.ts'
import { orders } from './rules/orders.ts'
import { polarity } from './rules/polarity.ts'
import { quotedStrings } from './rules/quoted-strings.ts'
import { strength } from './rules/strength.ts'

/** These can speak against a statement whatever language it and its evidence are in. */
export const exactRules: readonly Rule[] = [figures, identifiers, commands, quotedStrings, polarity, opposites, names]

/** These compare words, so they need the same language on both sides. */
export const wordRules: readonly Rule[] = [coverage, strength]

/** These are for actions alone, behind all others. */
export const actionRules: readonly Rule[] = [orders]
