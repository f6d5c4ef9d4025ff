import { FileText, Upload, X } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { tagged } from '../../i18n/tagged.tsx'
import { useTranslation } from '../../i18n/texts.ts'
import { formatBytes } from './format.ts'

type Props = {
  id: string
  label: string
  file: File | undefined
  wrong: string | undefined
  /** Called without a file if none is chosen. `refused`: the reason why an offered file was not accepted. */
  onChange: (file: File | undefined, refused?: string) => void
}

/** Drop zone for one file. Pressing it opens the file picker. */
export function FileField({ id, label, file, wrong, onChange }: Props) {
  const t = useTranslation('admin')
  const [over, setOver] = useState(false)
  const take = ([first, ...others]: File[]) => {
    if (!first) return
    if (others.length > 0) onChange(file, t('file-one'))
    else if (!/\.(?:csv(?:\.gz)?|xlsx|zip)$/i.test(first.name)) onChange(undefined, t('file-csv', { name: first.name }))
    else onChange(first)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!event.currentTarget.querySelector(':disabled')) take([...event.dataTransfer.files])
  }
  return (
    <div className="min-w-0">
      <p id={`${id}-label`} className="mb-1 text-13 font-strong">
        {label}
      </p>
      {/* For keyboard users, the input inside opens the file picker. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={event => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)}
        onDrop={drop}
        className={`flex min-h-18 items-center rounded-md border border-dashed has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent has-disabled:opacity-55 ${over ? 'border-accent bg-accent-wash' : wrong ? 'border-wrong' : 'border-edge'}`}
      >
        <label className="flex min-w-0 flex-1 cursor-pointer items-center gap-3 self-stretch py-2 pl-4 has-disabled:cursor-default">
          <input
            id={id}
            type="file"
            accept=".csv,.csv.gz,.xlsx,.zip"
            required
            aria-labelledby={`${id}-label ${id}-text`}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `${id}-note` : undefined}
            onChange={({ target }) => {
              take([...(target.files ?? [])])
              // Cleared, so that the same file can be chosen again after a correction.
              target.value = ''
            }}
            className="sr-only"
          />
          {file ? (
            <FileText size={20} aria-hidden className="shrink-0 text-accent" />
          ) : (
            <Upload size={20} aria-hidden className="shrink-0 text-faded" />
          )}
          <span id={`${id}-text`} className="min-w-0 py-1 pr-2 text-13">
            {file ? (
              <>
                <span className="block font-strong [overflow-wrap:anywhere]">{file.name}</span>
                <span className="text-faded">{formatBytes(file.size)}</span>
              </>
            ) : (
              tagged(t('file-choose'), {
                press: text => <span className="font-strong text-accent">{text}</span>,
                rest: text => <span className="block text-faded">{text}</span>,
              })
            )}
          </span>
        </label>
        {file && (
          <button
            type="button"
            aria-label={t('file-remove', { name: file.name })}
            onClick={() => {
              onChange(undefined)
              document.getElementById(id)?.focus()
            }}
            className="mr-2 grid size-11 shrink-0 place-items-center rounded-md text-faded hover:not-disabled:bg-wash hover:not-disabled:text-ink md:size-8"
          >
            <X size={16} aria-hidden />
          </button>
        )}
      </div>
      {wrong && (
        <p id={`${id}-note`} className="mt-1 text-13 text-wrong">
          {wrong}
        </p>
      )}
    </div>
  )
}
