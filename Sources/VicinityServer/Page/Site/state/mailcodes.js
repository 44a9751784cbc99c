// The codes of links in emails. They are read before the address is written, which drops them.

const parameters = new URLSearchParams(location.search);

export const mailCodes = { confirm: parameters.get('confirm') ?? '', reset: parameters.get('reset') ?? '' };
