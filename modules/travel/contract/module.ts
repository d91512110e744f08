import { module_ } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { finding } from './anomaly/anomaly-finding.ts';
import { areaThreshold } from './anomaly/anomaly-threshold-of-area.ts';
import { unfiledCoach } from './anomaly/coach-seen-without-filed-team.ts';
import {
  assignedGuide,
  assignedVehicle,
  itineraryDay,
  itineraryStop,
  tourist,
} from './itinerary/days-stops-tourists-and-crew-of-itinerary.ts';
import { coachDispatchRequest } from './itinerary/request-to-coach-firm-for-vehicle.ts';
import { itinerary } from './itinerary/team-itinerary.ts';
import { touristOriginCount } from './itinerary/tourist-origin-count.ts';
import { checkInOrHeadcount } from './on-the-road/guide-check-in-or-headcount-record.ts';
import { guideOnTheRoadScreen } from './on-the-road/guide-on-the-road-screen.ts';
import { changeRequest } from './on-the-road/itinerary-change-requested-by-guide.ts';
import { sos } from './on-the-road/sos-emergency-call.ts';
import {
  productDay,
  productExtra,
  productPrice,
  productStop,
} from './product/days-stops-prices-and-extras-of-product.ts';
import { guidancePrice } from './product/guidance-price-per-person-and-day.ts';
import { productTemplate, templateDay, templateStop } from './product/itinerary-template-of-product.ts';
import { product } from './product/tour-product.ts';
import { guideRatingPage } from './rating/guide-rating-page-and-scores.ts';
import { teamCodeCheckPage } from './team-code/path-and-title-of-team-code-check-page.ts';
import { travelWallPanels } from './travel-wall-panels.ts';

/** Products, templates and the itineraries of teams (domain reference §2.C–2.E). */
export const travelModule = module_({
  name: 'travel',
  label: text('旅游团队', 'Tours'),
  icon: 'compass',
  weigh: 88,
  pages: [teamCodeCheckPage, guideRatingPage],
  panels: travelWallPanels,
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
    productTemplate,
    templateDay,
    templateStop,
    guidancePrice,
    coachDispatchRequest,
    finding,
    unfiledCoach,
    touristOriginCount,
    areaThreshold,
    sos,
    changeRequest,
    checkInOrHeadcount,
  ],
  member: [guideOnTheRoadScreen],
});
