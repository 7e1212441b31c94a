// THE table of log lines. A line says its code, whom it is about (request, run, tool call) and what its row names.
// Evidence and documents are in none of them but an audit that could not be stored; credentials are in none. The text of a query
// is in that one, and in the one that is for debugging.

type LogRow = {
  readonly level: 'debug' | 'info' | 'warn' | 'error'
  readonly meaning: string
  /** Its fields hold texts and go out as they are; of any other line only names, numbers and flags do. */
  readonly texts?: true
}

export const logCodes = {
  ANSWERED: { level: 'info', meaning: 'An invocation was answered.' },
  REFUSED: { level: 'info', meaning: 'An invocation was refused; the caller can do something about it.' },
  FAULT: {
    level: 'error',
    meaning: 'An invocation failed for a reason of ours or of a service; the cause is in the line.',
    texts: true,
  },
  START_FAILED: { level: 'error', meaning: 'The settings could not be read, or are not valid.', texts: true },
  SETTINGS_CHANGED: { level: 'info', meaning: 'Parameters have changed and are in use from here on.' },
  SETTINGS_REFRESH_FAILED: {
    level: 'warn',
    meaning: 'Parameters could not be read again, or are not valid any more; the last good ones stay.',
    texts: true,
  },
  KNOWLEDGE_CALL: { level: 'info', meaning: 'One attempt of a call to the engine that the line names.' },
  LOOKUP: { level: 'info', meaning: 'What a lookup came to.' },
  LOOKUP_QUERY: { level: 'debug', meaning: 'The text of a query.', texts: true },
  AUDIT_WRITE_FAILED: {
    level: 'error',
    meaning: 'An audit could not be written; the line holds the whole record.',
    texts: true,
  },
  DRAFT_CHECKED: { level: 'info', meaning: 'The verdict of the evidence guard.' },
  STATEMENTS_JUDGED: { level: 'info', meaning: 'The verdicts of the semantic guard.' },
  TURN_TAKEN: { level: 'info', meaning: 'A turn of the diagnosing model was stored.' },
  REPORT_WRITTEN: { level: 'info', meaning: 'A diagnosis has its report.' },
  PART_DOWN: { level: 'warn', meaning: 'A part that the health route asked does not work; why is in the line.' },
  INGEST_REFUSED: {
    level: 'warn',
    meaning: 'The knowledge service refused a document for good; its code and message are in the line.',
  },
  INGEST_DEFERRED: { level: 'warn', meaning: 'An ingest failed and waits for another attempt, or was given up.' },
  ARRIVAL_DISCARDED: {
    level: 'warn',
    meaning:
      'A file came by a presigned form whose document waits for none: posted again, withdrawn meanwhile, or told of twice.',
  },
  QUEUE_UNAVAILABLE: { level: 'warn', meaning: 'A message could not be queued; the sweep will find its document.' },
  SWEPT: { level: 'info', meaning: 'The sweep put an overdue document on the queue.' },
} as const satisfies Record<string, LogRow>

export type LogCode = keyof typeof logCodes
