import type { Tell } from './toolchain.mjs'

/** Resolves to whether there is now an up-to-date build. */
export function buildWeb(node: string, tell: Tell): Promise<boolean>
