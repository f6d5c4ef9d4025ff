import type { Tell } from './toolchain.mjs'

/** Whether there is an up-to-date build now. */
export function buildWeb(node: string, tell: Tell): boolean
