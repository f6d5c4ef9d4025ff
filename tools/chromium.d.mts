import type { Tell } from './toolchain.mjs'

/** Its path; ends the process with the one command that helps when there is none that starts. */
export function chromium(node: string, tell: Tell): string
