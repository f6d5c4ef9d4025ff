import {
  deleteChart,
  deleteStudyTemplate,
  saveChart,
  saveChartOver,
  savedChart,
  savedCharts,
  saveStudyTemplate,
  studyTemplates,
} from '@finlist/contract/charts/chart-storage'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { BadRequest, NotFound } from '../../http/client-errors.ts'
import { serve } from '../../http/serve.ts'
import {
  insertChart,
  listCharts,
  listTemplates,
  ownerOf,
  putTemplate,
  readChart,
  readTemplate,
  removeChart,
  removeTemplate,
  replaceChart,
} from './storage-rows.ts'

/** Routes for a user's saved charts, as the specification defines them. */
export function chartStorage(app: FastifyInstance, { database }: { database: Database }) {
  const { db } = database
  const ok = { status: 'ok' as const }

  serve(app, savedCharts, async request => ({ ...ok, data: await listCharts(db, ownerOf(request)) }))
  serve(app, saveChart, async request => ({ ...ok, id: await insertChart(database, ownerOf(request), request.body) }))
  serve(app, saveChartOver, async request => {
    assertFound(await replaceChart(database, ownerOf(request), request.params.id, request.body))
    return ok
  })
  serve(app, savedChart, async request => {
    const data = await readChart(db, ownerOf(request), request.params.id)
    if (!data) throw new NotFound()
    return { ...ok, data }
  })
  serve(app, deleteChart, async request => {
    assertFound(await removeChart(db, ownerOf(request), request.params.id))
    return ok
  })

  serve(app, studyTemplates, async request => {
    const { templateName } = request.query
    if (templateName === undefined) return { ...ok, data: await listTemplates(db, ownerOf(request)) }
    const data = await readTemplate(db, ownerOf(request), templateName)
    if (!data) throw new NotFound()
    return { ...ok, data }
  })
  serve(app, saveStudyTemplate, async request => {
    await putTemplate(database, ownerOf(request), request.body.name, request.body.content)
    return ok
  })
  serve(app, deleteStudyTemplate, async request => {
    const name = request.query.templateName ?? request.body.templateName
    if (name === undefined)
      throw new BadRequest('missing', { field: 'templateName', values: { field: 'templateName' } })
    assertFound(await removeTemplate(db, ownerOf(request), name))
    return ok
  })
}

function assertFound(found: boolean) {
  if (!found) throw new NotFound()
}
