import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { changeRequest } from './change-request.ts';
import { dispatch } from './dispatch.ts';
import { finding } from './finding.ts';
import { guidancePrice } from './guidance-price.ts';
import { itinerary } from './itinerary.ts';
import { assignedGuide, assignedVehicle, itineraryDay, itineraryStop, tourist } from './itinerary-rows.ts';
import { teamPage } from './pages.ts';
import { product } from './product.ts';
import { productDay, productExtra, productPrice, productStop } from './product-rows.ts';
import { ratingPage } from './rating-link.ts';
import { roadNote } from './road-note.ts';
import { guideScreen } from './road-options.ts';
import { sos } from './sos.ts';
import { teamSource } from './team-source.ts';
import { template, templateDay, templateStop } from './template.ts';
import { threshold } from './threshold.ts';
import { unfiledCoach } from './unfiled-coach.ts';
import { travelPanels } from './wall.ts';

/** Products, templates and the itineraries of teams (domain reference §2.C–2.E). */
export const travelModule = module_({
  name: 'travel',
  label: text('旅游团队', 'Tours'),
  icon: 'compass',
  weigh: 88,
  pages: [teamPage, ratingPage],
  panels: travelPanels,
  entries: [
    // what the menu begins with is what a thumb reaches first
    itinerary,
    itineraryDay,
    itineraryStop,
    tourist,
    assignedGuide,
    assignedVehicle,
    product,
    productDay,
    productStop,
    productPrice,
    productExtra,
    template,
    templateDay,
    templateStop,
    guidancePrice,
    dispatch,
    finding,
    unfiledCoach,
    teamSource,
    threshold,
    sos,
    changeRequest,
    roadNote,
  ],
  member: [guideScreen],
});
