import { globSync } from 'node:fs'
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

/** The paths, from the root, of our TypeScript files, without installed or generated files. Does not need git. */
export function sourceFiles(): string[] {
  const everywhere = [
    '{apps,packages}/*/{src,test}/**/*.{ts,tsx}',
    '{tools,e2e,bench}/**/*.{ts,tsx}',
    '{,apps/web/}*.ts',
  ]
  return globSync(everywhere, { cwd: root, exclude: name => name === 'node_modules' || name === 'dist' }).toSorted()
}
