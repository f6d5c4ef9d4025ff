import * as z from 'zod/mini'
import { call } from '../call.ts'
import { plainName } from '../plain-name.ts'

/*
 * A user's saved charts and study templates, on the routes of the specification. The same rows are available through
 * the public 1.1 protocol. The token identifies the owner; `client` is a namespace, and `user` is ignored. The server
 * does not interpret the content. Limits: 1 MB each, 200 charts and 100 templates per user, and the user's storage
 * quota over all of them (code `storage_quota`).
 */
const maxContent = 1_000_000
/**
 * Limits of the request body for the largest content: a character takes up to six bytes in JSON, and up to nine in a
 * form.
 */
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
/** Also accepts names that were saved before names were validated. */
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
  /** The time of the last save, in seconds since the epoch. */
  timestamp: z.number(),
  symbol: z.string(),
  resolution: z.string(),
})
export type ListedChart = z.output<typeof listedChart>

/** The caller's saved charts, newest first. `timestamp` is in seconds. */
export const savedCharts = call({
  method: 'GET',
  path: '/tvchart/storage/charts',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  query: z.object(whose),
  data: z.object({ ...ok, data: z.array(listedChart) }),
})
/** Saves a new chart and returns its id. At most 1 MB each and 200 per user. */
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
/** Replaces a saved chart. */
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
/** A saved chart with its content. */
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
/** Deletes a saved chart. */
export const deleteChart = call({
  method: 'POST',
  path: '/tvchart/storage/charts/:id/delete',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  params: ofChart,
  query: z.object(whose),
  data: z.object(ok),
})

/** The names of all saved study templates or, with `templateName`, one template with its content. */
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
/** Saves a study template, replacing one of the same name. At most 1 MB each and 100 per user. */
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
/** Deletes the study template `templateName`. */
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
 * The same rows through the public 1.1 protocol, for clients that support nothing else. Request bodies are forms, and
 * responses have status 200 even for an error, which is `{status: 'error', message}`. Two exceptions: an invalid token
 * gets 401, and a refused device 403.
 */
const failed = z.object({ status: z.literal('error'), message: z.string() })
const oneChart = { ...whose, chart: z.optional(numericId) }
const oneTemplate = { ...whose, template: z.optional(name) }

/**
 * All saved charts or, with `chart`, one chart with its content. Public 1.1 protocol: an error has status 200 and the
 * body `{status: 'error', message}`.
 */
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
/**
 * Saves a new chart or, with `chart`, replaces one. Public 1.1 protocol: the request body is a form, and an error has
 * status 200.
 */
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
/** Deletes a saved chart, in the public 1.1 protocol. */
export const deleteProtocolChart = call({
  method: 'DELETE',
  path: '/tvchart/storage/1.1/charts',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  protocol: true,
  query: z.object({ ...whose, chart: numericId }),
  data: z.union([z.object(ok), failed]),
})
/**
 * The names of all saved study templates or, with `template`, one template with its content, in the public 1.1
 * protocol.
 */
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
/** Saves a study template, in the public 1.1 protocol. */
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
/** Deletes a study template, in the public 1.1 protocol. */
export const deleteProtocolTemplate = call({
  method: 'DELETE',
  path: '/tvchart/storage/1.1/study_templates',
  plain: true,
  needs: { right: 'chart', fresh: 'never' },
  protocol: true,
  query: z.object({ ...whose, template: name }),
  data: z.union([z.object(ok), failed]),
})
