declare module 'dynalite' {
  import type { Server } from 'node:http'
  export default function dynalite(options?: {
    createTableMs?: number
    updateTableMs?: number
    deleteTableMs?: number
    /** Folder of the LevelDB store; in memory without it. */
    path?: string
  }): Server
}
