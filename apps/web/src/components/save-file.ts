/** Saves a text or a picture as a file with this name. Characters that file names do not allow are removed. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([content], { type }))
  link.download = name.replace(/[\\/:*?"<>|]/g, ' ').trim()
  link.click()
  // Some browsers read the address only after `click` has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
