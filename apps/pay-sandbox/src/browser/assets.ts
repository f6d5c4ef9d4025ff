import { readFileSync } from 'node:fs'
import type { Page } from '../http/page.ts'

/**
 * Scripts and style sheets, served unchanged from `in-page/`. The shop's pages load only `/_sandbox/js`; the others
 * belong to the sandbox's own pages.
 */
export const assets: readonly Page[] = [
  { ...asset('/_sandbox/js', 'client.js'), crossOrigin: true },
  asset('/_sandbox/fields.js', 'fields.js'),
  asset('/_sandbox/card-rules.js', 'card-rules.js'),
  asset('/_sandbox/wallet.js', 'wallet.js'),
  asset('/_sandbox/frames.css', 'frames.css'),
  asset('/_sandbox/pages.css', 'pages.css'),
]

function asset(path: string, file: string): Page {
  const body = readFileSync(new URL(`in-page/${file}`, import.meta.url), 'utf8')
  const type = file.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'
  return {
    method: 'GET',
    path,
    answer: () => ({ status: 200, headers: { 'content-type': type, 'cache-control': 'no-cache' }, body }),
  }
}
