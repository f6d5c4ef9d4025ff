import type { Tell } from './toolchain.mjs'

/** Returns its path; if none starts, ends the process and names the one command that helps. */
export function chromium(node: string, tell: Tell): string
