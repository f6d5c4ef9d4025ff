import { setPriority } from 'node:os'

/**
 * Lowers the CPU priority of this thread to the given niceness. Only on Linux, where each thread has its own priority;
 * elsewhere this would slow down the whole server.
 */
export function standBack(niceness: number): void {
  if (process.platform === 'linux') setPriority(niceness)
}
