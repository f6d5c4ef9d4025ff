document.querySelector('[data-go-on]')?.click()
