import * as z from 'zod/mini'
import { call } from '../call.ts'
import { plainName } from '../plain-name.ts'

/*
 * A person's saved charts and study templates, on the specification's routes. The public 1.1 protocol serves the same
 * rows. The token identifies the owner; `client` is a namespace and `user` is ignored. The content is opaque to the
 * server: at most 1 MB each, 200 charts and 100 templates per person, all within the person's storage quota (code
 * `storage_quota`).
 */
const maxContent = 1_000_000
/** Body limits for the largest content: JSON takes up to six bytes per character, a form up to nine. */
const asJson = { bodyBytes: 6_500_000 }
const asForm = { bodyBytes: 9 * maxContent + 100_000 }
export const maxCharts = 200
export const maxTemplates = 100

const whose = {
  client: z._default(z.string().check(z.maxLength(60)), ''),
  user: z.optional(z.string().check(z.maxLength(200))),
}
const ok = { status: z.literal('ok') }
const numericId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))
const name = plainName(100)
/** Accepts names saved before names were validated. */
const storedName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const content = z.string().check(z.minLength(1), z.maxLength(maxContent))
const chart = z.object({
  name,
  content,
  symbol: z._default(z.string().check(z.maxLength(60)), ''),
  resolution: z._default(z.string().check(z.maxLength(10)), ''),
})
export type ChartToSave = z.output<typeof chart>
const ofChart = z.object({ id: numericId })

const listedChart = z.object({
  id: z.number(),
  name: z.string(),
  /** Seconds. */
  timestamp: z.number(),
  symbol: z.string(),
  resolution: z.string(),
})
export type ListedChart = z.output<typeof listedChart>

/** The caller's charts, newest first. */
export const savedCharts = call({
  method: 'GET',
  path: '/tvchart/storage/charts',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  query: z.object(whose),
  data: z.object({ ...ok, data: z.array(listedChart) }),
})
export const saveChart = call({
  ...asJson,
  method: 'POST',
  path: '/tvchart/storage/charts',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  query: z.object(whose),
  body: chart,
  data: z.object({ ...ok, id: z.number() }),
})
export const saveChartOver = call({
  ...asJson,
  method: 'POST',
  path: '/tvchart/storage/charts/:id',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  params: ofChart,
  query: z.object(whose),
  body: chart,
  data: z.object(ok),
})
export const savedChart = call({
  method: 'GET',
  path: '/tvchart/storage/charts/:id',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  params: ofChart,
  query: z.object(whose),
  data: z.object({
    ...ok,
    data: z.object({ id: z.number(), name: z.string(), timestamp: z.number(), content: z.string() }),
  }),
})
export const deleteChart = call({
  method: 'POST',
  path: '/tvchart/storage/charts/:id/delete',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  params: ofChart,
  query: z.object(whose),
  data: z.object(ok),
})

/** The names of all templates, or the template `templateName`. */
export const studyTemplates = call({
  method: 'GET',
  path: '/tvchart/storage/studytemplates',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  query: z.object({ ...whose, templateName: z.optional(storedName) }),
  data: z.object({
    ...ok,
    data: z.union([z.array(z.object({ name: z.string() })), z.object({ name: z.string(), content: z.string() })]),
  }),
})
/** Saves a template, replacing one of the same name. */
export const saveStudyTemplate = call({
  ...asJson,
  method: 'POST',
  path: '/tvchart/storage/studytemplates',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  query: z.object(whose),
  body: z.object({ name, content }),
  data: z.object(ok),
})
export const deleteStudyTemplate = call({
  method: 'POST',
  path: '/tvchart/storage/studytemplates/delete',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  query: z.object({ ...whose, templateName: z.optional(storedName) }),
  body: z.object({ templateName: z.optional(storedName) }),
  data: z.object(ok),
})

/*
 * The same rows in the public 1.1 protocol, for clients that support nothing else: request bodies are forms, responses
 * are always 200, and a failure is `{status: 'error', message}`. An invalid token still gets 401, a refused device 403.
 */
const failed = z.object({ status: z.literal('error'), message: z.string() })
const oneChart = { ...whose, chart: z.optional(numericId) }
const oneTemplate = { ...whose, template: z.optional(name) }

/** All charts, or the chart `chart`. */
export const protocolCharts = call({
  method: 'GET',
  path: '/tvchart/storage/1.1/charts',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  protocol: true,
  query: z.object(oneChart),
  data: z.union([
    z.object({
      ...ok,
      data: z.union([
        z.array(listedChart),
        z.object({ id: z.number(), name: z.string(), timestamp: z.number(), content: z.string() }),
      ]),
    }),
    failed,
  ]),
})
/** Saves a new chart, or replaces the chart `chart`. */
export const saveProtocolChart = call({
  ...asForm,
  method: 'POST',
  path: '/tvchart/storage/1.1/charts',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  protocol: true,
  query: z.object(oneChart),
  body: chart,
  data: z.union([z.object({ ...ok, id: z.optional(z.number()) }), failed]),
})
export const deleteProtocolChart = call({
  method: 'DELETE',
  path: '/tvchart/storage/1.1/charts',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  protocol: true,
  query: z.object({ ...whose, chart: numericId }),
  data: z.union([z.object(ok), failed]),
})
export const protocolTemplates = call({
  method: 'GET',
  path: '/tvchart/storage/1.1/study_templates',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  protocol: true,
  query: z.object(oneTemplate),
  data: z.union([
    z.object({
      ...ok,
      data: z.union([z.array(z.object({ name: z.string() })), z.object({ name: z.string(), content: z.string() })]),
    }),
    failed,
  ]),
})
export const saveProtocolTemplate = call({
  ...asForm,
  method: 'POST',
  path: '/tvchart/storage/1.1/study_templates',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  protocol: true,
  query: z.object(whose),
  body: z.object({ name, content }),
  data: z.union([z.object(ok), failed]),
})
export const deleteProtocolTemplate = call({
  method: 'DELETE',
  path: '/tvchart/storage/1.1/study_templates',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  protocol: true,
  query: z.object({ ...whose, template: name }),
  data: z.union([z.object(ok), failed]),
})
