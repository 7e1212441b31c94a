import type { SetSummary } from './summarize-set.ts'

/** The figures as two plain tables: by set, and by set and rule. */
export function renderTables(sets: readonly SetSummary[]): string {
  const bySet = [
    [
      'set',
      'claims',
      'unsupported',
      'unknown',
      'AUROC',
      'overlap',
      'bal.acc',
      'precision',
      'recall',
      'false alarms',
      'claims/s',
    ],
    ...sets.map((set) => [
      set.name,
      String(set.claims),
      String(set.unsupported),
      String(set.unknown),
      figure(set.auroc),
      figure(set.baselineAuroc),
      figure(set.balancedAccuracy),
      figure(set.precision),
      figure(set.recall),
      figure(set.falseAlarms),
      set.claimsPerSecond.toFixed(0),
    ]),
  ]
  const byRule = [
    ['set', 'rule', 'reported', 'precision', 'recall', 'bal.acc'],
    ...sets.flatMap((set) =>
      set.rules.map((rule) => [
        set.name,
        rule.rule,
        String(rule.reported),
        figure(rule.precision),
        figure(rule.recall),
        figure(rule.balancedAccuracy),
      ]),
    ),
  ]
  return [
    'Layer 1 by set ("unsupported" is what it warns of; overlap: AUROC of plain word overlap)',
    table(bySet),
    '',
    'By rule, each on its own',
    table(byRule),
  ].join('\n')
}

function figure(value: number | null): string {
  return value === null ? '-' : value.toFixed(3)
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const words = rows[0]?.[1] === 'rule' ? 2 : 1
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i < words ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
