// Tags by what they are about. It does not depend on the page, for its tests.

/** @typedef {'cuisine' | 'diet' | 'drinks' | 'music' | 'place' | 'comfort' | 'other'} Group */

/** The groups in their order. */
export const groups = /** @type {const} */ (['other', 'cuisine', 'diet', 'drinks', 'music', 'place', 'comfort']);

/** @type {Record<string, Group>} keys of tags such as `cuisine:thai`, and whole tags */
const known = {};
for (const [group, words] of Object.entries({
  cuisine: 'cuisine food breakfast brunch lunch dinner bbq bar-food cheese italian swabian snacks',
  diet: 'diet vegan vegetarian halal kosher organic gluten-free',
  drinks: `brewery drink drinks cocktails wine beer craft-beer whisky rum tiki real_ale real_cider microbrewery cider
    coffee`,
  music: `music_genre live_music live-music jazz techno electro dj karaoke folk punk rock soul classical choir pop
    metal`,
  place: `outdoor_seating terrace beer-garden beer_garden biergarten garden rooftop view river-view real_fire fireplace
    kids_area dog dogs families lgbtq quiet central cellar theme smoking`,
  comfort: `internet_access wifi wireless takeaway delivery reservation payment air_conditioning kitchen parking
    free-parking tv washer dryer heating essentials shampoo iron hangers workspace dedicated-workspace elevator
    self_service highchair changing_table`,
})) for (const word of words.split(/\s+/)) known[word] = /** @type {Group} */ (group);

/** @param {string} tag @returns {Group} */
export const groupOf = (tag) => known[tag] ?? known[tag.split(':')[0]] ?? 'other';

/**
 * Whether anybody looks for a tag: not for what is missing, and access for wheelchairs is a filter of its own.
 *
 * @param {string} tag
 */
export const isChoice = (tag) => !/(^|:)(no|none|unknown)$/.test(tag) && !/^(toilets:)?wheelchair(:|$)/.test(tag);

/**
 * The tags of each group that has some, in the order in which they are given.
 *
 * @template {{value: string}} Tag
 * @param {Tag[]} tags
 * @returns {[Group, Tag[]][]}
 */
export function grouped(tags) {
  const choices = tags.filter(({ value }) => isChoice(value));
  /** @type {(group: Group) => [Group, Tag[]]} */
  const of = (group) => [group, choices.filter(({ value }) => groupOf(value) === group)];
  return groups.map(of).filter(([, some]) => some.length > 0);
}
