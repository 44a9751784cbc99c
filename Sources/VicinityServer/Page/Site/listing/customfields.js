// The custom fields of a listing: those that it does not have by itself.

/**
 * @param {Record<string, any>} listing
 * @param {string[]} standard the names of the fields that every listing may have
 * @returns {[string, string | number | boolean][]} names and values
 */
export const customFields = (listing, standard) => Object.entries(listing)
  .filter(([key, value]) => !standard.includes(key) && value !== null && typeof value !== 'object');
