declare module 'vitest' {
  interface TaskMeta {
    serverLog?: string[]
  }
}

/** The logs of the servers of the running test file. */
export const logs = new Set<string[]>()
