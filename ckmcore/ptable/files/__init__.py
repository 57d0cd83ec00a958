"""Files of perturbation tables for counts in every form, read strictly and written exactly."""
