/** A chart takes the whole width of the page while it is shown; look.css says how. Answers how to give it back. */
export function takeThePage() {
  document.documentElement.dataset['page'] = 'chart'
  return () => {
    delete document.documentElement.dataset['page']
  }
}
