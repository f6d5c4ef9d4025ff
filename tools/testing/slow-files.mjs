// Finds the files that `npm run test:full -- --rest` has to load. Must be valid for Node 20.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { root } from '../toolchain.mjs'

/** Whether the file may tag tests slow. A file that does must contain the word; `npm test` fails otherwise. */
export const mayHaveSlowTests = file => /\bslow\b/.test(readFileSync(resolve(root, file), 'utf8'))
