import type { Tell } from './toolchain.mjs'

/** Says whether there is a build that is up to date now. */
export function buildWeb(node: string, tell: Tell): boolean
