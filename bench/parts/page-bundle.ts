import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** Bundles a page's script from this folder into one file, in the same way as the product is built. */
export async function bundled(entry: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'finlist-page-'))
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      root: fileURLToPath(new URL('.', import.meta.url)),
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: folder,
        emptyOutDir: true,
        lib: {
          entry: fileURLToPath(new URL(entry, import.meta.url)),
          formats: ['iife'],
          name: 'page',
          fileName: 'page',
        },
      },
    })
    return readFileSync(join(folder, 'page.iife.js'), 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Daily bars of a random walk from 100. They are the same every time. */
export function walk(count: number) {
  let state = 7
  let close = 100
  const chance = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  return Array.from({ length: count }, (_, at) => {
    const open = close
    close = Math.max(1, close * (1 + (chance() - 0.5) / 25))
    return {
      date: new Date(Date.UTC(2006, 0, 2) + at * 86_400_000).toISOString().slice(0, 10),
      open,
      close,
      high: Math.max(open, close) * (1 + chance() / 100),
      low: Math.min(open, close) * (1 - chance() / 100),
      volume: Math.round(chance() * 1e7),
    }
  })
}
