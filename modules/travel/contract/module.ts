import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { finding } from './anomaly/finding.ts';
import { threshold } from './anomaly/threshold.ts';
import { unfiledCoach } from './anomaly/unfiled-coach.ts';
import { dispatch } from './itinerary/coach-dispatch.ts';
import { itinerary } from './itinerary/itinerary.ts';
import { assignedGuide, assignedVehicle, itineraryDay, itineraryStop, tourist } from './itinerary/itinerary-rows.ts';
import { touristOriginCount } from './itinerary/tourist-origin-count.ts';
import { changeRequest } from './on-the-road/change-request.ts';
import { guideScreen } from './on-the-road/guide-screen.ts';
import { roadNote } from './on-the-road/road-note.ts';
import { sos } from './on-the-road/sos.ts';
import { guidancePrice } from './product/guidance-price.ts';
import { product } from './product/product.ts';
import { productDay, productExtra, productPrice, productStop } from './product/product-rows.ts';
import { template, templateDay, templateStop } from './product/template.ts';
import { ratingPage } from './rating/rating-link.ts';
import { teamPage } from './team-code/team-page.ts';
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
    // the menu begins with what is used most
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
    touristOriginCount,
    threshold,
    sos,
    changeRequest,
    roadNote,
  ],
  member: [guideScreen],
});
