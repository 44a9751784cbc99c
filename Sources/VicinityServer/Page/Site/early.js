// While the other modules are loaded: the first number and the first date of a page take the browser 50 ms.

const locale = navigator.language;
new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(1);
new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(0);
new Intl.PluralRules(locale).select(1);
