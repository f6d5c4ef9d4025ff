import { useId } from 'react'

type Props = { label: string; accept: string; onChoose: (file: File | undefined) => void }

/** Selects a file that is read in the browser and never sent. */
export function FileField({ label, accept, onChoose }: Props) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-13 font-strong">
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        className="block w-full min-w-0 text-13 file:mr-3 file:h-11 file:rounded-md file:border file:border-edge file:bg-raised file:px-3 file:text-ink md:file:h-9"
        onChange={event => onChoose(event.target.files?.[0])}
      />
    </div>
  )
}
