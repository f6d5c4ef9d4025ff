import {
  deleteChart,
  deleteStudyTemplate,
  saveChart,
  saveChartOver,
  savedChart,
  savedCharts,
  saveStudyTemplate,
  studyTemplates,
} from '@finlist/contract/chart-storage'
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

/** The chart data that a person saved, in the specification's routes. */
export function chartStorage(app: FastifyInstance, { database }: { database: Database }) {
  const { db } = database
  const ok = { status: 'ok' as const }

  serve(app, savedCharts, async asked => ({ ...ok, data: await listCharts(db, ownerOf(asked)) }))
  serve(app, saveChart, async asked => ({ ...ok, id: await insertChart(database, ownerOf(asked), asked.body) }))
  serve(app, saveChartOver, async asked => {
    assertFound(await replaceChart(database, ownerOf(asked), asked.params.id, asked.body))
    return ok
  })
  serve(app, savedChart, async asked => {
    const data = await readChart(db, ownerOf(asked), asked.params.id)
    if (!data) throw new NotFound()
    return { ...ok, data }
  })
  serve(app, deleteChart, async asked => {
    assertFound(await removeChart(db, ownerOf(asked), asked.params.id))
    return ok
  })

  serve(app, studyTemplates, async asked => {
    const { templateName } = asked.query
    if (templateName === undefined) return { ...ok, data: await listTemplates(db, ownerOf(asked)) }
    const data = await readTemplate(db, ownerOf(asked), templateName)
    if (!data) throw new NotFound()
    return { ...ok, data }
  })
  serve(app, saveStudyTemplate, async asked => {
    await putTemplate(database, ownerOf(asked), asked.body.name, asked.body.content)
    return ok
  })
  serve(app, deleteStudyTemplate, async asked => {
    const name = asked.query.templateName ?? asked.body.templateName
    if (name === undefined)
      throw new BadRequest('missing', { field: 'templateName', values: { field: 'templateName' } })
    assertFound(await removeTemplate(db, ownerOf(asked), name))
    return ok
  })
}

function assertFound(found: boolean) {
  if (!found) throw new NotFound()
}
