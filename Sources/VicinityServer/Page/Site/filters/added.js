// Filters that other parts of the page add to the group *More*.

/** @type {(() => {title: string, part: import('./rows.js').Part} | null)[]} null while a filter has no meaning */
export const added = [];
