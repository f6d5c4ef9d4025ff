import type { Tell } from './toolchain.mjs'

/** Resolves to whether there is an up-to-date build now. */
export function buildWeb(node: string, tell: Tell): Promise<boolean>
