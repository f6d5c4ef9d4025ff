import { type Language, languages } from '@finlist/i18n/languages'
import type { PageAnswer } from '../http/page.ts'
import { type Html, html } from './html.ts'

export type Frame = {
  language: Language
  title: string
  script: string
  /** The only origin that may frame the page. */
  shop: string | undefined
  /** The data attributes of the body, which the script reads as `document.body.dataset`. */
  data: Readonly<Record<string, string>>
}

/** A page that is shown in a frame on the shop's page and has one script. */
export function frame({ language, title, script, shop, data }: Frame, body: Html): PageAnswer {
  const attributes = Object.entries({ ...data, shop: shop ?? '' }).map(
    ([name, value]) => html` data-${name}="${value}"`,
  )
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        `frame-ancestors ${shop ?? '*'}`,
      ].join('; '),
    },
    body: html`<!doctype html>
<html lang="${languages[language].tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/_sandbox/frames.css">
<script type="module" src="${script}"></script>
</head>
<body${attributes}>
${body}
</body>
</html>`.text,
  }
}
