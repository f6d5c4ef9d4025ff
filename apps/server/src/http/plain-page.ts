import { type Language, languages } from '@finlist/i18n/languages'
import type { FastifyInstance, FastifyReply } from 'fastify'

type Block =
  | { paragraph: string }
  | { heading: string; note?: string }
  | { preformatted: string }
  | { link: string; text: string }
  /** A button that submits only these hidden fields. */
  | { form: string; fields?: Record<string, string>; button: string }
  /** One of our scripts, by its path. */
  | { script: string }

/** Uses a Latin font for curly quotes, which Chinese fonts draw as wide as a whole character. */
export const latinQuotes =
  '@font-face{font-family:"Latin quotes";src:local("Segoe UI"),local("Roboto"),local("Ubuntu"),local("Noto Sans"),local("Liberation Sans"),local("Arial"),local("Helvetica Neue"),local("DejaVu Sans");unicode-range:U+2018-2019,U+201C-201D}'

const style = `${latinQuotes}:root{color-scheme:light dark;--ink:#1a1d21;--paper:#fff;--soft:#59616b;--line:#dfe3e8;--link:#0b3d91}
@media(prefers-color-scheme:dark){:root{--ink:#e7eaee;--paper:#14171b;--soft:#9aa4b0;--line:#2b3139;--link:#8ab4ff}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 "Latin quotes",-apple-system,"Segoe UI",Roboto,Ubuntu,Cantarell,"Noto Sans","Liberation Sans",Arial,"PingFang HK","Microsoft JhengHei","Noto Sans CJK HK",sans-serif}
main{max-width:40rem;margin:0 auto;padding:32px 16px}h1{font-size:28px;line-height:1.2;margin:0 0 12px}
h2{font-size:16px;margin:24px 0 0;padding-top:16px;border-top:1px solid var(--line)}p{margin:4px 0 12px;color:var(--soft)}
button{font:inherit;padding:10px 20px;margin:8px 0 20px;border:0;border-radius:8px;background:var(--link);color:var(--paper);cursor:pointer}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:8px 0}a{color:var(--link)}`

/** Serves the style sheet of the few pages that the server itself renders. */
export function servePlainPageStyle(app: FastifyInstance) {
  app.get('/plain-page.css', (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(style),
  )
}

/** Sends a page that works without the web client. All given texts are escaped. */
export function plainPage(reply: FastifyReply, language: Language, title: string, blocks: Block[]): FastifyReply {
  const body = blocks.map(draw).join('\n')
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="${languages[language].tag}"><head><meta charset="utf-8"><title>${escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="/plain-page.css"></head>
<body><main><h1>${escape(title)}</h1>
${body}
</main></body></html>`)
}

function draw(block: Block): string {
  if ('paragraph' in block) return `<p>${escape(block.paragraph)}</p>`
  if ('heading' in block) return `<h2>${escape(block.heading)}</h2>${block.note ? `<p>${escape(block.note)}</p>` : ''}`
  if ('preformatted' in block) return `<pre>${escape(block.preformatted)}</pre>`
  if ('script' in block) return `<script src="${escape(block.script)}"></script>`
  if ('form' in block) {
    const fields = Object.entries(block.fields ?? {}).map(
      ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
    )
    return `<form method="post" action="${escape(block.form)}">${fields.join('')}<button type="submit">${escape(block.button)}</button></form>`
  }
  return `<p><a href="${escape(block.link)}">${escape(block.text)}</a></p>`
}

const escape = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
