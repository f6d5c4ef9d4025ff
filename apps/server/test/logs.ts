declare module 'vitest' {
  interface TaskMeta {
    serverLog?: string[]
  }
}

/** The logs of the servers that the running test file uses. */
export const logs = new Set<string[]>()
