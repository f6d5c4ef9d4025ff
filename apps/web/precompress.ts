import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/**
 * Writes a .br and a .gz next to every text file of the build. The server sends these files, and does not compress any
 * asset itself.
 */
export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'finlist-precompress',
    apply: 'build',
    enforce: 'post',
    configResolved: config => {
      outDir = path.resolve(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        for (const entry of await readdir(outDir, { recursive: true, withFileTypes: true }))
          if (entry.isFile() && /\.(js|css|html|svg|json|webmanifest)$/.test(entry.name))
            await compress(path.join(entry.parentPath, entry.name))
      },
    },
  }
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
