import type { Study } from '@finlist/domain/chart/studies'
import type { Key, Translate } from '../../../i18n/texts.ts'

/** The display name of each study. If there are several of the same kind, they are numbered. */
export function studyNames(studies: readonly Study[], t: Translate<'chart'>): ReadonlyMap<string, string> {
  return new Map(
    studies.map(({ id, type }) => {
      const name = t(`study.${type}` as Key<'chart'>)
      const alike = studies.filter(study => study.type === type)
      return [id, alike.length === 1 ? name : `${name} ${alike.findIndex(study => study.id === id) + 1}`]
    }),
  )
}
