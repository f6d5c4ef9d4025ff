declare module 'vitest' {
  interface TaskMeta {
    serverLog?: string[]
  }
}

/** What the servers of the test file that runs have written. */
export const logs = new Set<string[]>()
