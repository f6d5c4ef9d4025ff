import { type Language, languages } from '@finlist/i18n/languages'
import { translate } from '../translate.ts'
import type { ApiDocument, Operation } from './api-documents.ts'

export const apiPageStyle = `main.api{max-width:60rem}nav ul{columns:14rem;padding:0;list-style:none}nav a,summary{overflow-wrap:anywhere}
code,pre{font:14px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}h2{margin-top:40px;font-size:20px}
details{border-top:1px solid var(--line);padding:8px 0}summary{cursor:pointer;padding:4px 0}
summary b{display:inline-block;min-width:4.5em;font-weight:600}summary span{color:var(--soft);padding-inline-start:1em}
h3{font-size:14px;margin:16px 0 4px}table{border-collapse:collapse}td{padding:4px 16px 4px 0;vertical-align:top;overflow-wrap:anywhere}summary code{overflow-wrap:anywhere}
pre{white-space:pre;overflow:auto;border:1px solid var(--line);border-radius:8px;padding:12px;max-height:32rem}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}`

/** The API's documentation as plain HTML, without scripts. */
export function apiPage(document: ApiDocument, language: Language): string {
  const says = (key: Parameters<typeof translate>[1] & `api-docs.${string}`) => escape(translate(language, key))
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const features = document.tags.map(({ name }) => ({
    name,
    operations: operations.filter(({ operation }) => operation.tags[0] === name),
  }))
  const links = features.map(({ name }) => `<li><a href="#${escape(name)}">${escape(name)}</a></li>`)
  return `<!doctype html>
<html lang="${languages[language].tag}"><head><meta charset="utf-8"><title>${escape(document.info.title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/plain-page.css"><link rel="stylesheet" href="/api/docs/page.css"></head>
<body><main class="api"><h1>${escape(document.info.title)}</h1>
<p>${says('api-docs.envelope')}</p>
<p>${says('api-docs.token')}</p>
<pre tabindex="0">TOKEN=$(finlist token you@finlist.example)
curl -H "Authorization: Bearer $TOKEN" ${escape(document.servers[0]!.url)}/users/user</pre>
<p><a href="/api/docs/openapi.json">openapi.json</a> (OpenAPI 3.1)</p>
<nav aria-label="${says('api-docs.features')}"><ul>${links.join('')}</ul></nav>
${features.map(({ name, operations: those }) => `<h2 id="${escape(name)}">${escape(name)}</h2>\n${those.map(draw).join('\n')}`).join('\n')}
</main></body></html>`

  function draw({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
    const [media, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
    const answer = (operation.responses['200'] as { content: Record<string, { schema?: object }> }).content
    return `<details id="${escape(operation.operationId)}"><summary><b>${method}</b><code>${escape(path)}</code><span>${escape(operation.operationId)}</span></summary>
${operation.description ? `<p>${escape(operation.description)}</p>` : ''}
<p>${says('api-docs.needs')} <code>${escape(needs(operation))}</code></p>
${operation.parameters.length > 0 ? `<h3>${says('api-docs.parameters')}</h3>${parameters(operation)}` : ''}
${body ? `<h3>${says('api-docs.body')} <code>${escape(media!)}</code></h3>${block(body.example ?? body.schema)}` : ''}
${body?.example === undefined ? '' : `<h3>${says('api-docs.bodySchema')}</h3>${block(body.schema)}`}
<h3>${says('api-docs.answer')}</h3>${block(answer['application/json']?.schema ?? says('api-docs.file'))}
</details>`
  }

  function parameters(operation: Operation): string {
    const rows = operation.parameters.map(
      ({ name, required, schema, example }) =>
        `<tr><td><code>${escape(name)}</code></td><td>${required ? says('api-docs.required') : ''}</td><td><code>${escape(JSON.stringify(schema))}</code></td><td><code>${escape(JSON.stringify(example) ?? '')}</code></td></tr>`,
    )
    return `<table>${rows.join('')}</table>`
  }
}

const needs = ({ 'x-needs': it }: Operation) =>
  typeof it === 'string' ? it : [...new Set(Object.values(it))].join(', ')

const block = (value: unknown) =>
  `<pre tabindex="0">${escape(typeof value === 'string' ? value : JSON.stringify(value, null, 2))}</pre>`

const escape = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
