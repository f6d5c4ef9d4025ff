import { mostStudies, type Study } from '@finlist/domain/chart/studies'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import type { BoardActions } from '../use-board.ts'
import { allKinds } from './all-kinds.ts'
import { presets, withPreset } from './presets.ts'
import { studyGroups } from './study-kind.ts'

type Props = {
  studies: readonly Study[]
  known: readonly string[]
  act: Pick<BoardActions, 'setStudies'>
  onSaid: (text: string) => void
}

/** All kinds of study by group, filtered by the typed text. Enter adds the first match. */
export function AddStudy({ studies, known, act, onSaid }: Props) {
  const t = useTranslation('studies')
  const tChart = useTranslation('chart')
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLowerCase()
  const isFull = studies.length >= mostStudies
  const nameOf = (type: string) => tChart(allKinds[type]!.name)
  const addable = known.filter(type => !allKinds[type]!.isSingle || !studies.some(study => study.type === type))
  const isWanted = (type: string) => `${type} ${nameOf(type)}`.toLowerCase().includes(wanted)
  const groups = studyGroups
    .map(group => ({ group, types: addable.filter(type => allKinds[type]!.group === group && isWanted(type)) }))
    .filter(({ types }) => types.length > 0)
  const add = (type: string) => {
    act.setStudies(before => [...before, { id: crypto.randomUUID(), type, params: usualParams(type) }])
    onSaid(t('added', { name: nameOf(type) }))
  }
  return (
    <>
      <h3 className="sr-only">{t('add')}</h3>
      <form
        onSubmit={event => {
          event.preventDefault()
          const first = groups[0]?.types[0]
          if (!first || wanted === '' || isFull) return
          add(first)
          setTyped('')
        }}
      >
        <SearchField label={t('find')} clearLabel={t('find.clear')} value={typed} onChange={setTyped} />
      </form>
      {isFull && <p className="mt-2 text-13 text-faded">{t('full', { count: mostStudies })}</p>}
      {groups.length === 0 && <p className="mt-2 text-14 text-faded">{t('find.none')}</p>}
      <div className="mt-3 grid gap-x-4 gap-y-2 md:grid-cols-[6rem_1fr] md:items-baseline">
        {groups.map(({ group, types }) => (
          <section key={group} className="contents">
            <h4 className="text-13 text-faded max-md:mt-1">{t(`group.${group}`)}</h4>
            <div className="flex flex-wrap gap-2">
              {types.map(type => (
                <Button key={type} className="px-3! text-13!" disabled={isFull} onClick={() => add(type)}>
                  <Plus size={15} aria-hidden />
                  {nameOf(type)}
                </Button>
              ))}
            </div>
          </section>
        ))}
        {wanted === '' && (
          <section className="contents">
            <h4 className="text-13 text-faded max-md:mt-1">{t('presets')}</h4>
            <div>
              <div className="flex flex-wrap gap-2">
                {presets.map(preset => (
                  <Button
                    key={preset.name}
                    className="px-3! text-13!"
                    onClick={() => {
                      act.setStudies(before => withPreset(before, preset, allKinds))
                      onSaid(t('added', { name: t(preset.name) }))
                    }}
                  >
                    {t(preset.name)}
                  </Button>
                ))}
              </div>
              <p className="mt-1 text-12 text-faded">{t('preset.about')}</p>
            </div>
          </section>
        )}
      </div>
    </>
  )
}

/** The default parameters of a kind. Parameters that depend on the interval are null, so that they follow it. */
const usualParams = (type: string) =>
  Object.fromEntries(
    Object.entries(allKinds[type]!.inputs).map(([name, input]) => [
      name,
      typeof input.usual === 'number' ? input.usual : null,
    ]),
  )
