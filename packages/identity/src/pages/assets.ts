import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/**
 * The style sheet and scripts of the pages. Their names contain a hash of their content, so that they can be cached
 * forever.
 */
export const assets = {
  style: asset('identity.css', 'text/css; charset=utf-8'),
  script: asset('go-on.js', 'text/javascript; charset=utf-8'),
  passkey: asset('passkey.js', 'text/javascript; charset=utf-8'),
}

function asset(file: string, type: string) {
  const body = readFileSync(new URL(file, import.meta.url), 'utf8')
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 12)
  return { path: `/assets/${file.replace('.', `.${hash}.`)}`, type, body }
}

/** The hash in the Content-Security-Policy that allows the inlined style sheet. */
export const styleHash = `'sha256-${createHash('sha256').update(assets.style.body).digest('base64')}'`
