import {
  type FinderColumn,
  type FinderFilter,
  finderColumns,
  type Operation,
  operations,
  type Scope,
} from '@finlist/contract/finder'
import { isOfList, unitOf } from '@finlist/domain/finder/columns'
import { Plus } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useOperator } from '../../api/operator.ts'
import { Term } from '../../components/term.tsx'
import { type TermName, termGroups } from '../../components/term-names.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields/select-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useColumnName } from './columns.tsx'
import { type Draft, draftOf, filterOf, isText, wrongOf } from './filter-draft.ts'
import { IndustryField } from './IndustryField.tsx'
import { MatchCount } from './MatchCount.tsx'
import { PatternField } from './PatternField.tsx'
import { useHasList } from './ScopeChoice.tsx'

type Props = {
  filters: readonly FinderFilter[]
  scope: Scope
  /** The builder's initial content. */
  begun: Draft
  takesFocus: boolean
  onPut: (filter: FinderFilter) => void
}

/** Builds one filter from a column, an operation and its values. Replaces the column's existing filter, if any. */
export function FilterBuilder({ filters, scope, begun, takesFocus, onPut }: Props) {
  const t = useTranslation('finder')
  const columnName = useColumnName()
  const [draft, setDraft] = useState(begun)
  /** Whether the field has lost the focus. Errors are shown only then, not at each keystroke. */
  const [isLeft, setLeft] = useState(false)
  const wrong = isLeft ? wrongOf(draft) : undefined
  const noteId = useId()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>(begun.column === '' ? 'select' : 'input')?.focus()
  }, [takesFocus, begun])
  const { finderColumns: offered } = useOperator()
  const hasList = useHasList()
  const columns =
    offered === 'full'
      ? finderColumns.filter(column => hasList || !isOfList(column))
      : finderColumns.filter(column => column === 'percival_score')
  const filter = filterOf(draft)
  const before = filters.find(({ column }) => column === draft.column)
  const chooseColumn = (column: FinderColumn | '') => {
    const there = filters.find(applied => applied.column === column)
    if (there) return setDraft(draftOf(there))
    const kept = isText(column || 'close') === isText(draft.column || 'close') ? draft : { ...draft, from: '', to: '' }
    setDraft({ ...kept, column, operation: column === 'subSector' ? 'between' : kept.operation })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (filter) onPut(filter)
  }
  const field = (name: 'from' | 'to', label: string) => (
    <TextField
      label={label}
      inputMode={draft.column !== '' && isText(draft.column) ? 'text' : 'decimal'}
      autoComplete="off"
      maxLength={40}
      value={draft[name]}
      onChange={event => {
        setDraft({ ...draft, [name]: event.target.value })
        setLeft(false)
      }}
      onBlur={() => setLeft(true)}
      onKeyDown={({ key }) => key === 'Enter' && setLeft(true)}
      {...(wrong?.field === name && { 'aria-invalid': true, 'aria-describedby': noteId })}
      {...(name === 'from' &&
        draft.column !== '' &&
        unitOf(draft.column) === 'shares' && { placeholder: t('volume.example') })}
      className="min-w-0 flex-1 md:w-32 md:flex-none"
    />
  )
  const word = termOf(draft.column)
  const between = draft.operation === 'between'
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      className="flex min-w-0 flex-1 flex-wrap items-end gap-3 max-xl:basis-full"
    >
      <SelectField
        label={t('filter.column')}
        value={draft.column}
        empty={t('filter.column.choose')}
        onChange={event => chooseColumn(event.target.value as FinderColumn | '')}
        options={columns.map(column => ({ value: column, label: columnName(column) }))}
        className="max-md:w-full md:w-48"
      />
      {word && draft.column && (
        <span className="-ml-2 self-end md:mb-1.5 max-md:-mt-2 max-md:ml-2">
          <Term of={word} beside={columnName(draft.column)} />
        </span>
      )}
      {draft.column === 'pattern' ? (
        <PatternField values={draft.values} onChange={values => setDraft({ ...draft, values })} />
      ) : draft.column === 'subSector' ? (
        <IndustryField value={draft.from} onChange={from => setDraft({ ...draft, from })} />
      ) : (
        <>
          <SelectField
            label={t('filter.operation')}
            value={draft.operation}
            empty={t('filter.operation.choose')}
            onChange={event => setDraft({ ...draft, operation: event.target.value as Operation | '' })}
            options={operations.map(operation => ({ value: operation, label: t(`operation.${operation}`) }))}
            className={between ? 'max-md:w-full md:w-48' : 'max-md:w-[calc(50%-0.375rem)] md:w-48'}
          />
          <div className={`flex min-w-0 gap-3 ${between ? 'max-md:w-full' : 'max-md:flex-1'}`}>
            {field('from', t(between ? 'filter.from' : 'filter.value'))}
            {between && field('to', t('filter.to'))}
          </div>
        </>
      )}
      <Button type="submit" variant="main" disabled={!filter} className="max-md:w-full">
        <Plus size={16} aria-hidden />
        {t(before ? 'filter.change' : 'filter.add')}
      </Button>
      <MatchCount
        filters={filters}
        draft={filter}
        scope={scope}
        wrong={wrong && t(`filter.wrong.${wrong.why}`)}
        id={noteId}
      />
    </form>
  )
}

/** The glossary term for a column's criterion; undefined if there is none. */
const termOf = (column: FinderColumn | ''): TermName | undefined =>
  column === 'pattern'
    ? 'patternType'
    : column === 'percival_score'
      ? 'percivalScore'
      : termGroups.list.find(name => name === column)
